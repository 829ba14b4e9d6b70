import type { ReplyOf } from '#web/client/http/api.ts'
import { cachedForever, query } from '#web/client/query.ts'

export type Home = ReplyOf<'GET /api/users/client_home'>

/** Never fresh, because other people change it. */
export const clientHome = () => ({ ...query('GET /api/users/client_home'), ...cachedForever, staleTime: 0 })
