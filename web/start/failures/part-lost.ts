/** A part of the application that failed to load after all retries. */
export class PartLost extends Error {
  override readonly name = 'PartLost'
  /** True if the server no longer has the file, because of a new release. */
  readonly isGone: boolean

  constructor(partName: string, isGone = false) {
    super(partName)
    this.isGone = isGone
  }
}
