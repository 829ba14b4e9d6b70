/** Everybody who tries each call; `expired` and `revoked` are sessions of the owner that do not hold any more. */
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

/** Those whom the door lets in. */
export const members = [
  'unverified',
  'stranger',
  'counterpart',
  'owner',
  'moderator',
  'admin',
] as const satisfies Principal[]
export type Member = (typeof members)[number]

export const isMember = (who: Principal): who is Member => members.some((member) => member === who)

/** Whose things count as a caller's own; without a valid session, those of the owner. */
export const ownFixturesOf = (who: Principal): Member => (isMember(who) ? who : 'owner')
/** Whose things are foreign: the owner's, in which the counterpart has a part and others have none. */
export const foreignFixturesOf = (who: Principal): Member =>
  ownFixturesOf(who) === 'owner' ? 'stranger' : 'owner'
