/** Keys of Russian texts that the specification gives word for word, including their spelling. */
export const exactTexts: ReadonlySet<string> = new Set([
  'error.start.title',
  'error.notTelegram',
  'error.generic.title',
  'verify.title',
  'verify.now',
  'verify.later',
  'create.failedOrder',
  'create.failedVacancy',
  'delete.order.done',
  'delete.vacancy.done',
  'profileEdit.saved',
  'share.copied',
  'upload.tooBigTitle',
  'upload.tooBig',
])
