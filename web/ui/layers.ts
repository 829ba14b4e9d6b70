/**
 * Sheets and dialogs say here that they opened, so that the shell can hold the app's vertical swipes and give
 * the header's Back button to the topmost one. The shell provides the behaviour; alone, nothing happens.
 */
type Layer = { close: () => void }
type Hold = (layer: Layer) => () => void

let hold: Hold = () => () => {}

/** Called once by the shell: `hold` runs when a layer opens and returns what runs when it closes. */
export function provideLayers(behaviour: Hold): void {
  hold = behaviour
}

export function openLayer(layer: Layer): () => void {
  return hold(layer)
}
