/** Who tries every call. Those without a valid session would be the owner or somebody blocked if it held. */
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

/** Whose things somebody touches as own; without a session it is whose session it pretends to be. */
export const ownFixturesOf = (who: Principal): Member => (isMember(who) ? who : 'owner')
/** Whose things are foreign: the owner's, in which the counterpart has a part and others have none. */
export const foreignFixturesOf = (who: Principal): Member =>
  ownFixturesOf(who) === 'owner' ? 'stranger' : 'owner'
