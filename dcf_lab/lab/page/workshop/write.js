// Writing a lesson: chapters from positions, prose and questions by menus.

export function Write() {
  return html`<section class="write"><h2>Write a lesson</h2><p>Nothing can be written here yet.</p></section>`;
}
