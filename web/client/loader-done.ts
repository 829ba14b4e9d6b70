let tellGone: () => void = () => undefined

/** Resolves when the loader has disappeared, for work that can wait. */
export const loaderGone = new Promise<void>((resolve) => {
  tellGone = resolve
})

export const loaderWent = (): void => tellGone()
