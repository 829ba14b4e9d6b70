import { limits } from '#contract/limits.ts'

/** True if a rejected listing may be corrected and submitted again. */
export function mayResubmit({ resubmissions }: { resubmissions: number }): boolean {
  return resubmissions < limits.resubmissions
}
