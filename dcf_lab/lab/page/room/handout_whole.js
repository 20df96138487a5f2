// A handout with the program that draws timelines.

import { Timelines } from "../explore/timelines.js";
import { openHandout } from "./handout.js";

openHandout(Timelines);
