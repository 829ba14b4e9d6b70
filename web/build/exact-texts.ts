/** Keys whose Russian text the specification gives word for word, spelling included. */
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
