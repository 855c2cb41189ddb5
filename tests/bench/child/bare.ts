// Node, and nothing of ours.
import { tell } from "./tell.js";

tell(performance.now());
