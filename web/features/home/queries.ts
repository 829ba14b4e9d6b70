import type { ReplyOf } from '#web/client/http/api.ts'
import { cachedForever, query } from '#web/client/query.ts'

export type Home = ReplyOf<'GET /api/users/client_home'>

/** Query of the client's home screen. It is loaded again on every visit, because other people change its data. */
export const clientHome = () => ({ ...query('GET /api/users/client_home'), ...cachedForever, staleTime: 0 })
