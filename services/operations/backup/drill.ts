import { chown, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { connect } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { operatorsPriority } from '#services/notifications/staff-chats.ts'
import { type BackupNote, readNote, readParts } from './manifest.ts'
import { databaseUser } from './own-server.ts'
import { lastDone, noteDone } from './progress.ts'
import { restoreData } from './restore-data.ts'
import type { Vault } from './vault.ts'
import { type Examination, examine, isSound } from './verify.ts'

export interface DrillResult extends Partial<Examination> {
  is_sound: boolean
  /** False if the backup is encrypted and its private key was not given: only hashes were checked. */
  is_opened: boolean
  backup?: string
  /** Seconds from the start of the restore until the restored database is writable. */
  seconds: number
  /** Seconds of the latest changes that would be lost if the database were restored now. */
  lost_seconds?: number
  trouble?: string
}

export interface DrillOptions {
  vault: Vault
  owner_url: string
  /** Folder with disk space for a second database. */
  folder: string
  /** Private keys that open encrypted backups. The server has none. */
  privateKeys?: readonly string[]
}

const monthMs = 30 * 24 * 60 * 60_000

/**
 * Tests the backups: restores the newest one with its WAL files into a temporary folder, checks the restored database
 * and deletes it. An encrypted backup without its private key is checked by its hashes only.
 */
export async function drill(ctx: Context, options: DrillOptions): Promise<DrillResult> {
  const { vault, owner_url, folder, privateKeys = [] } = options
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  const now = ctx.now().getTime()
  const scratch = await mkdtemp(path.join(folder, 'drill-'))
  try {
    const note = await readNote(vault)
    if (note.recipient && privateKeys.length === 0) {
      await checkHashes(vault, note)
      return { is_sound: true, is_opened: false, backup: note.name, seconds: seconds() }
    }
    const owner = databaseUser()
    if (owner) await chown(scratch, owner.uid, owner.gid)
    const data = path.join(scratch, 'data')
    const server = await restoreData({ vault, data, owner_url, privateKeys, name: note.name })
    const restored = connect(server.url, { max: 1 })
    try {
      const restoreSeconds = seconds()
      const examination = await examine(restored)
      const lost_seconds = examination.newest
        ? Math.max(0, Math.round((now - Date.parse(examination.newest)) / 1000))
        : 0
      return {
        is_sound: isSound(examination),
        is_opened: true,
        backup: server.note.name,
        seconds: restoreSeconds,
        lost_seconds,
        ...examination,
      }
    } finally {
      await restored.destroy()
      await server.stop()
    }
  } catch (error) {
    return { is_sound: false, is_opened: true, seconds: seconds(), trouble: (error as Error).message }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** @throws if a part is missing or changed */
async function checkHashes(vault: Vault, note: BackupNote): Promise<void> {
  for await (const _part of readParts(vault, note));
}

/** True if the last restore drill was a month ago or there was none yet. */
export async function isDrillDue(ctx: Context): Promise<boolean> {
  const last = await lastDone(ctx, 'drill')
  return !last || ctx.now().getTime() - last.getTime() >= monthMs
}

/** Runs a restore drill and sends its result to the operators. */
export async function drillAndReport(ctx: Context, options: DrillOptions): Promise<DrillResult> {
  const result = await drill(ctx, options)
  ctx.log[result.is_sound ? 'info' : 'error'](result, 'a restore was drilled')
  await noteDone(ctx, 'drill', result)
  const { is_sound, is_opened, seconds, lost_seconds = 0, listings = 0, payments = 0 } = result
  await ctx.db.transaction().execute((tx) =>
    queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.OPS_CHAT_ID },
      kind: 'restore_drill',
      payload: { is_sound, is_opened, seconds, lost_seconds, listings, payments },
      dedupe_key: `restore_drill:${ctx.now().toISOString()}`,
      priority: operatorsPriority.money,
    }),
  )
  return result
}
