/**
 * A browser for tests in several engines, with the few methods that these tests need. An `expression` is JavaScript
 * that returns a value or an element.
 */
export interface Engine {
  /**
   * One page of a browser. Its methods act on the mini-app. If the mini-app runs in a frame, they act in that frame.
   */
  open(url: string, isFramed: boolean): Promise<Screen>
  close(): Promise<void>
}

/** An open page of the browser. Its methods act on the mini-app, also if the mini-app runs in a frame. */
export interface Screen {
  evaluate<Value>(expression: string): Promise<Value>
  /** Runs JavaScript in the page of the Telegram client. Without a frame this is the page of the mini-app. */
  runInClient(expression: string): Promise<void>
  tap(expression: string): Promise<void>
  type(expression: string, words: string): Promise<void>
  attach(expression: string, file: string): Promise<void>
  /** Saves a screenshot of the whole window. */
  photograph(file: string): Promise<void>
  close(): Promise<void>
}

export const size = { width: 390, height: 844 }
