import { limits } from '#contract/limits.ts'

/** Whether a rejected listing can still be fixed and sent again. */
export function mayResubmit({ resubmissions }: { resubmissions: number }): boolean {
  return resubmissions < limits.resubmissions
}
