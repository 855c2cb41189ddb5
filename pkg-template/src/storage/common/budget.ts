import type { Budget, Usage } from "../../storage.js";

/** Whether a store that holds `usage` may grow by `growth`. What adds nothing is always allowed. */
export function fits(usage: Usage, growth: Usage, budget: Budget): boolean {
  if (addsNothing(growth)) return true;
  return usage.files + growth.files <= budget.files && usage.bytes + growth.bytes <= budget.bytes;
}

export function addsNothing(growth: Usage): boolean {
  return growth.files <= 0 && growth.bytes <= 0;
}
