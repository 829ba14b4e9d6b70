let resolveGone: () => void = () => undefined

/** Resolves when the loader has disappeared. Work that is not urgent waits for it. */
export const loaderGone = new Promise<void>((resolve) => {
  resolveGone = resolve
})

export const markLoaderGone = (): void => resolveGone()
