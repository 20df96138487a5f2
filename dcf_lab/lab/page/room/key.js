// The presenter's key comes in the fragment of the address, which no server is sent, and stays in this tab.

import { recall, remember } from "../common/dom.js";

export function presenterKey() {
  const said = location.hash.slice(1);
  if (said) remember(sessionStorage, "dcf_lab.key", said);
  return said || recall(sessionStorage, "dcf_lab.key") || "";
}
