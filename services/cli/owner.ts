import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { ownerUrl } from './environment.ts'
import type { Session } from './session.ts'

/** Runs a function with a context of the database's owner, for work that the processes' role may not do. */
export async function asOwner<Done>(
  session: Session,
  act: (ctx: Context, owner_url: string) => Promise<Done>,
): Promise<Done> {
  const owner_url = ownerUrl(session.env)
  const config = { ...session.config(), DATABASE_URL: owner_url, DATABASE_DIRECT_URL: undefined }
  const ctx = createContext(config, 'cli')
  try {
    return await act(ctx, owner_url)
  } finally {
    await closeContext(ctx)
  }
}
