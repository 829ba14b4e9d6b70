/**
 * Sheets and dialogs register here when they open. The frame of the app then disables vertical swipes that close the
 * app, and makes the Back button close the topmost layer. Without that frame nothing happens.
 */
type Layer = { close: () => void }
type LayerHandler = (layer: Layer) => () => void

let handler: LayerHandler = () => () => {}

/**
 * Registers the function that runs when a layer opens. The function that it returns runs when the layer closes. It is
 * called once.
 */
export function provideLayers(behaviour: LayerHandler): void {
  handler = behaviour
}

export function openLayer(layer: Layer): () => void {
  return handler(layer)
}
