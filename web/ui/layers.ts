/**
 * Sheets and dialogs register here when they open. The shell then disables vertical swipes that close the app
 * and routes the Back button to the topmost layer. Without a shell nothing happens.
 */
type Layer = { close: () => void }
type Hold = (layer: Layer) => () => void

let hold: Hold = () => () => {}

/** Called once by the shell. `hold` runs when a layer opens; its result runs when the layer closes. */
export function provideLayers(behaviour: Hold): void {
  hold = behaviour
}

export function openLayer(layer: Layer): () => void {
  return hold(layer)
}
