let resolveGone: () => void = () => undefined

/** Resolves when the loader has disappeared, for work that can wait. */
export const loaderGone = new Promise<void>((resolve) => {
  resolveGone = resolve
})

export const markLoaderGone = (): void => resolveGone()
