/** Groups of the document by the first word of the path; other paths are reference data. */
export const tags: Record<string, string> = {
  auth: 'Opening a session with launch data that Telegram signed.',
  users: 'People: registration, profiles, settings, the personal collection.',
  projects: 'Orders and the responses to them.',
  vacancy: 'Vacancies and the responses to them.',
  responses: 'One response: reading, editing, passing on.',
  pay: 'Invoices, and the calls of the payment provider.',
  favorites: 'Orders, vacancies and people that somebody keeps.',
  files: 'Uploading, attaching and downloading files.',
  chat: 'Rooms, messages and the live stream.',
  reviews: 'Reviews after completion.',
  reports: 'Complaints to the moderators.',
  blocks: 'People who do not want to meet.',
  not_for_me: 'What somebody put away from their collection.',
  hidden_authors: 'Authors whose listings somebody does not want to see.',
  saved_searches: 'Searches that tell about new orders.',
  app: 'What the mini-app tells and asks about itself.',
  admin: 'Calls for moderators and administrators; for others they do not exist.',
  health: 'Questions of supervisors and balancers.',
  reference: 'Lists that change rarely and are the same for everybody.',
}

export function tagOf(path: string): string {
  const word = path.split('/')[path.startsWith('/api/') ? 2 : 1] ?? ''
  return word in tags ? word : 'reference'
}
