import type { Budget, Usage } from "../../storage.js";

/** Whether a store that holds `usage` may grow by `growth`: what does not grow is not judged. */
export function fits(usage: Usage, growth: Usage, budget: Budget): boolean {
  const files = growth.files <= 0 || usage.files + growth.files <= budget.files;
  const bytes = growth.bytes <= 0 || usage.bytes + growth.bytes <= budget.bytes;
  return files && bytes;
}

export function addsNothing(growth: Usage): boolean {
  return growth.files <= 0 && growth.bytes <= 0;
}
