// A handout that is to be small.

import { openHandout } from "./handout.js";

openHandout(null);
