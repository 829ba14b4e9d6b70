/** A browser of one kind, as far as a walk needs it. Expressions are JavaScript that gives a value or an element. */
export interface Engine {
  /** @param isFramed whether the mini-app is the page in the frame, not the page itself */
  open(url: string, isFramed: boolean): Promise<Screen>
  close(): Promise<void>
}

/** One page of an engine: what is asked and touched is the mini-app, wherever it stands. */
export interface Screen {
  evaluate<Value>(expression: string): Promise<Value>
  /** Runs in the page of the client; where it has none, in that of the mini-app. */
  tell(expression: string): Promise<void>
  tap(expression: string): Promise<void>
  type(expression: string, words: string): Promise<void>
  attach(expression: string, file: string): Promise<void>
  /** A picture of the whole window. */
  photograph(file: string): Promise<void>
  close(): Promise<void>
}

export const size = { width: 390, height: 844 }
