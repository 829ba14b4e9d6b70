/** A change after which the product behaves as before, so that no test can notice it. */
export interface Equivalent {
  file: string
  operator: string
  /** The line before and after the change, each run of white space as one space. */
  from: string
  to: string
  why: string
}

export const equivalents: Equivalent[] = []
