/**
 * A browser of one kind, with the few methods that a walk needs. Expressions are JavaScript that returns a value or an
 * element.
 */
export interface Engine {
  /** @param isFramed true if the mini-app runs in a frame of the page, false if it is the page itself */
  open(url: string, isFramed: boolean): Promise<Screen>
  close(): Promise<void>
}

/** One page of an engine. Methods act on the mini-app, in its frame if it has one. */
export interface Screen {
  evaluate<Value>(expression: string): Promise<Value>
  /** Runs an expression in the client's page; in the mini-app's page if there is no frame. */
  runInClient(expression: string): Promise<void>
  tap(expression: string): Promise<void>
  type(expression: string, words: string): Promise<void>
  attach(expression: string, file: string): Promise<void>
  /** A picture of the whole window. */
  photograph(file: string): Promise<void>
  close(): Promise<void>
}

export const size = { width: 390, height: 844 }
