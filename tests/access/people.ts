/** Everybody who tries each call; `expired` and `revoked` are invalid sessions of the owner. */
export const principals = [
  'nobody',
  'expired',
  'revoked',
  'blocked',
  'unverified',
  'stranger',
  'counterpart',
  'owner',
  'moderator',
  'admin',
] as const
export type Principal = (typeof principals)[number]

/** People with a valid session. */
export const members = [
  'unverified',
  'stranger',
  'counterpart',
  'owner',
  'moderator',
  'admin',
] as const satisfies Principal[]
export type Member = (typeof members)[number]

export const isMember = (principal: Principal): principal is Member =>
  members.some((member) => member === principal)

/** The person whose objects count as the caller's own; the owner if the session is invalid. */
export const ownFixturesOf = (principal: Principal): Member => (isMember(principal) ? principal : 'owner')
/**
 * The person whose objects count as foreign: the owner, whose objects only the counterpart takes part in. For the
 * owner, this is the stranger.
 */
export const foreignFixturesOf = (principal: Principal): Member =>
  ownFixturesOf(principal) === 'owner' ? 'stranger' : 'owner'
