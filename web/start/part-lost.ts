/** A part of the application whose files did not come, however often they were asked for. */
export class PartLost extends Error {
  override readonly name = 'PartLost'
  /** The server has it no longer: a new release is there. */
  readonly isGone: boolean

  constructor(what: string, isGone = false) {
    super(what)
    this.isGone = isGone
  }
}
