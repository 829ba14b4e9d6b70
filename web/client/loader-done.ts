let tellGone: () => void = () => undefined

/** Runs work that is not urgent once the loader has gone. */
export const loaderGone = new Promise<void>((resolve) => {
  tellGone = resolve
})

export const loaderWent = (): void => tellGone()
