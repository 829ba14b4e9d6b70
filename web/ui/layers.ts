/**
 * Sheets and dialogs register here when they open. The shell then disables vertical swipes that close the app
 * and routes the Back button to the topmost layer. Without a shell nothing happens.
 */
type Layer = { close: () => void }
type LayerHandler = (layer: Layer) => () => void

let handler: LayerHandler = () => () => {}

/** Called once by the shell. `hold` runs when a layer opens; its result runs when the layer closes. */
export function provideLayers(behaviour: LayerHandler): void {
  handler = behaviour
}

export function openLayer(layer: Layer): () => void {
  return handler(layer)
}
