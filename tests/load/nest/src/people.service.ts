import { ForbiddenException, Injectable, NotFoundException } from '@nestjs/common'
import type { MessageDto, PeopleDto, RespondDto } from './dto.js'
import type { Prisma } from './generated/client.js'
import { ListingsService } from './listings.service.js'
import { PrismaService } from './prisma.service.js'
import { answer, listed, person, toAnswer, toListed, toPerson } from './shapes.js'

const most = 10_000

@Injectable()
export class PeopleService {
  constructor(
    private readonly db: PrismaService,
    private readonly listings: ListingsService,
  ) {}

  async search(viewer: number, { filters, pagination }: PeopleDto) {
    const { page = 1, per_page } = pagination
    const { category_id, skills, is_free, city, rating_from } = filters
    const hidden = await this.db.hiddenFrom(viewer)
    const where: Prisma.usersWhereInput = {
      status: 'active',
      is_contractor: true,
      id: { notIn: hidden },
      ...(category_id && { category: { OR: [{ id: category_id }, { parent_id: category_id }] } }),
      ...(skills && { skills: { some: { name_key: skills.toLowerCase() } } }),
      is_free,
      ...(city && { city }),
      ...(rating_from && { rating: { gte: rating_from } }),
    }
    const [rows, found] = await Promise.all([
      this.db.users.findMany({
        where,
        include: listed(viewer),
        orderBy: [{ rating: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
        take: per_page + 1,
        skip: (page - 1) * per_page,
      }),
      this.db.users.count({ where, take: most + 1 }),
    ])
    const total = Math.min(found, most)
    const last = rows.length > per_page ? rows[per_page - 1] : undefined
    return {
      items: rows.slice(0, per_page).map(toListed),
      pagination: { page, per_page, total, pages: Math.ceil(total / per_page), is_capped: found > most },
      next_cursor: last ? Buffer.from(`${last.rating}:${last.id}`).toString('base64url') : null,
    }
  }

  async rooms(viewer: number) {
    const members = await this.db.chat_members.findMany({
      where: { user_id: viewer },
      include: { room: { include: { listing: true, members: true } } },
      orderBy: [{ room: { last_message_at: 'desc' } }, { room_id: 'desc' }],
      take: 1000,
    })
    const shown = members.filter(
      ({ room }) =>
        room.last_message_id !== null || room.kind !== 'other' || Number(room.opened_by) === viewer,
    )
    const otherOf = ({ user_low, user_high }: { user_low: bigint; user_high: bigint }) =>
      Number(user_low) === viewer ? user_high : user_low
    const [people, messages, blocks] = await Promise.all([
      this.db.users.findMany({
        where: { id: { in: [BigInt(viewer), ...shown.map(({ room }) => otherOf(room))] } },
        include: person,
      }),
      this.db.chat_messages.findMany({
        where: { id: { in: shown.flatMap(({ room }) => room.last_message_id ?? []) } },
      }),
      this.db.hiddenFrom(viewer),
    ])
    const personOf = new Map(people.map((one) => [one.id, one]))
    const messageOf = new Map(messages.map((one) => [one.room_id, one]))
    const me = personOf.get(BigInt(viewer))
    return shown.map(({ room, unread_count, archived_at }) => {
      const { id, kind, user_low, user_high, listing, members: sides, created_at } = room
      const other = personOf.get(otherOf(room))
      if (!other) throw new NotFoundException()
      const isBlocked = blocks.includes(other.id)
      const message = messageOf.get(id)
      const reader = sides.find(({ user_id }) => user_id !== message?.sender_id)
      const days = other.seen_on && (Date.now() - other.seen_on.getTime()) / 86_400_000
      const isSeen = me?.is_seen_shown && other.is_seen_shown && days !== null && !isBlocked
      return {
        ...{ id, kind, unread_count, created_at },
        room_id: id,
        listing: listing && {
          id: listing.id,
          kind: listing.kind,
          title: listing.title,
          status: listing.status,
          executor_id: null,
          agreement: null,
        },
        project_id: kind === 'project' ? room.listing_id : null,
        vacancy_id: kind === 'vacancy' ? room.listing_id : null,
        user1_id: user_low,
        user2_id: user_high,
        other: toPerson(other),
        other_seen: isSeen ? (days < 1 ? 'today' : days < 8 ? 'week' : 'earlier') : null,
        last_message: message ? this.message(message, message.id <= (reader?.last_read_id ?? 0n)) : null,
        is_archived: archived_at !== null,
        is_read_only: room.is_read_only || other.status !== 'active' || isBlocked,
      }
    })
  }

  private message(row: Prisma.chat_messagesGetPayload<object>, is_read: boolean) {
    const { id, room_id, sender_id, content, created_at } = row
    return {
      ...{ id, room_id, sender_id, content, created_at, is_read },
      is_deleted: row.deleted_at !== null,
      reply_to: null,
      files: [],
    }
  }

  async unread(viewer: number) {
    const { _sum } = await this.db.chat_members.aggregate({
      where: { user_id: viewer, archived_at: null },
      _sum: { unread_count: true },
    })
    return { unread_count: _sum.unread_count ?? 0 }
  }

  async ownResponses(viewer: number, per_page: number) {
    const where = { user_id: viewer, listing: { kind: 'order' } }
    const [rows, current, archived] = await Promise.all([
      this.db.responses.findMany({
        where: { ...where, is_archive: false },
        include: answer,
        orderBy: { id: 'desc' },
        take: per_page + 1,
      }),
      this.db.responses.count({ where: { ...where, is_archive: false } }),
      this.db.responses.count({ where: { ...where, is_archive: true } }),
    ])
    const shown = rows.slice(0, per_page)
    const cards = await this.listings.byIds(
      viewer,
      shown.map(({ listing_id }) => listing_id),
    )
    const byId = new Map(cards.map((one) => [one.id, one]))
    const last = rows.length > per_page ? shown.at(-1) : undefined
    return {
      items: shown.map((row) => {
        const project = byId.get(row.listing_id)
        const place = project?.my_response?.id === row.id ? project.my_response.place : null
        return { ...toAnswer(row, place), item_status: row.listing.status, project, vacancy: null }
      }),
      total: { current, archived },
      next_cursor: last ? Buffer.from(JSON.stringify([Number(last.id)])).toString('base64url') : null,
    }
  }

  async respond(viewer: number, { response: sent }: RespondDto) {
    return this.db.$transaction(async (tx) => {
      const listing = await tx.listings.findUnique({ where: { id: sent.project_id } })
      if (listing?.kind !== 'order' || listing.status !== 'published') throw new NotFoundException()
      const me = await tx.users.findUniqueOrThrow({ where: { id: viewer } })
      const blocked = await tx.user_blocks.count({
        where: {
          OR: [
            { user_id: viewer, blocked_id: listing.author_id },
            { user_id: listing.author_id, blocked_id: viewer },
          ],
        },
      })
      const since = new Date(Date.now() - 86_400_000)
      const today = await tx.responses.count({ where: { user_id: viewer, created_at: { gt: since } } })
      const before = await tx.responses.count({
        where: { listing_id: listing.id, user_id: viewer, status: { not: 'withdrawn' } },
      })
      if (!me.is_verified || Number(listing.author_id) === viewer || blocked || before || today >= 30)
        throw new ForbiddenException()
      const row = await tx.responses.create({
        data: {
          listing_id: listing.id,
          user_id: viewer,
          response_text: sent.response_text,
          price: sent.price * 100,
          currency_id: 1,
        },
        include: answer,
      })
      await tx.listings.update({
        where: { id: listing.id },
        data: { responses_count: { increment: 1 } },
        select: { id: true },
      })
      await tx.events.create({
        data: {
          topic: 'response.sent',
          payload: { response_id: Number(row.id) },
          tasks: { create: { consumer: 'response-notifications' } },
        },
      })
      const place = await tx.responses.count({
        where: { listing_id: listing.id, status: { not: 'withdrawn' } },
      })
      return { ...toAnswer(row, place), payment_url: null, place_after_payment: null, hint: null }
    })
  }

  async send(viewer: number, { room_id, content }: MessageDto) {
    return this.db.$transaction(async (tx) => {
      const room = await tx.chat_rooms.findUnique({ where: { id: room_id }, include: { members: true } })
      const other = room?.members.find(({ user_id }) => Number(user_id) !== viewer)?.user_id
      if (!room || !other || room.members.length !== 2) throw new NotFoundException()
      const person = await tx.users.findUnique({ where: { id: other }, select: { status: true } })
      const blocked = await tx.user_blocks.count({
        where: {
          OR: [
            { user_id: viewer, blocked_id: other },
            { user_id: other, blocked_id: viewer },
          ],
        },
      })
      const isAnswered = await tx.chat_messages.findFirst({
        where: { room_id, sender_id: other },
        select: { id: true },
      })
      const sent = isAnswered ? 0 : await tx.chat_messages.count({ where: { room_id, sender_id: viewer } })
      if (room.is_read_only || person?.status !== 'active' || blocked || sent >= 3)
        throw new ForbiddenException()
      const row = await tx.chat_messages.create({ data: { room_id, sender_id: viewer, content } })
      await tx.chat_rooms.update({
        where: { id: room_id },
        data: { last_message_id: row.id, last_message_at: row.created_at },
        select: { id: true },
      })
      await tx.chat_members.updateMany({ where: { room_id }, data: { archived_at: null } })
      await tx.chat_members.updateMany({
        where: { room_id, user_id: other },
        data: { unread_count: { increment: 1 } },
      })
      await tx.events.create({
        data: {
          topic: 'message.sent',
          payload: { message_id: Number(row.id) },
          tasks: { create: { consumer: 'message-notifications' } },
        },
      })
      return this.message(row, false)
    })
  }

  async read(viewer: number, id: number) {
    return this.db.$transaction(async (tx) => {
      const message = await tx.chat_messages.findUnique({ where: { id } })
      const key = message && { room_id_user_id: { room_id: message.room_id, user_id: BigInt(viewer) } }
      const mine = key && (await tx.chat_members.findUnique({ where: key }))
      if (!message || !mine || !key) throw new NotFoundException()
      if (Number(message.sender_id) === viewer) throw new ForbiddenException()
      const last_read_id = mine.last_read_id > message.id ? mine.last_read_id : message.id
      const unread_count = await tx.chat_messages.count({
        where: {
          room_id: message.room_id,
          id: { gt: last_read_id },
          sender_id: { not: viewer },
          deleted_at: null,
        },
      })
      await tx.chat_members.update({ where: key, data: { last_read_id, unread_count } })
      return { ok: true, room_id: message.room_id, last_read_id, unread_count }
    })
  }

  async favour(viewer: number, listing_id: number) {
    const listing = await this.db.listings.findUnique({
      where: { id: listing_id },
      select: { kind: true, status: true, author_id: true },
    })
    if (listing?.kind !== 'order' || listing.status !== 'published') throw new NotFoundException()
    await this.db.favorite_listings.createMany({
      data: [{ user_id: viewer, listing_id }],
      skipDuplicates: true,
    })
    return { ok: true }
  }
}
