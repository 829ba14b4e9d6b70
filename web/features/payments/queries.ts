import { query } from '#web/query.ts'

/** The price of a publication and the words of the button that pays for it. */
export const publicationStatus = (userId: number) =>
  query('GET /pay/publication-status/:userId', { params: { userId } })
