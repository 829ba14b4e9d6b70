import 'reflect-metadata'
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  HttpCode,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { IsInt, IsNumber, IsString } from 'class-validator'
import { Database, Viewer } from './database.js'
import { Lists } from './lists.js'
import { card, hasResponded, member, response, toMessage, toRecord, toResponse, toRoom } from './replies.js'

class NewResponse {
  @IsInt() project_id: number
  @IsString() response_text: string
  @IsNumber() price: number
}
class NewMessage {
  @IsInt() room_id: number
  @IsString() content: string
}

const between = (one: number | bigint, other: number | bigint) => ({
  OR: [{ user_id: one, blocked_id: other }, { user_id: other, blocked_id: one }],
})
const eventOf = (topic: string, payload: object, consumer: string) => ({
  data: { topic, payload, tasks: { create: { consumer } } },
})

@Controller()
class Market {
  constructor(private readonly db: Database) {}

  @Get('api/projects/:id/full_info')
  async page(@Viewer() viewer: number, @Param('id', ParseIntPipe) id: number) {
    const [row, chats, hidden] = await Promise.all([
      this.db.listings.findUnique({ where: { id }, include: card(viewer) }),
      this.db.chat_rooms.findMany({
        where: { listing_id: id, OR: [{ user_low: viewer }, { user_high: viewer }] },
        select: { id: true },
      }),
      this.db.hiddenFrom(viewer),
    ])
    if (!row || hidden.includes(row.author_id)) throw new NotFoundException()
    const [shown] = await this.db.cards(viewer, [row])
    const record = await this.db.person_records.findUnique({ where: { user_id: row.author_id } })
    const [mine] = row.responses
    const ownResponses = mine ? await this.db.responses.findMany({ where: { id: mine.id }, include: response }) : []
    const responses = ownResponses.map((one) => toResponse(one, shown?.my_response?.place ?? null))
    return { ...shown, author_record: toRecord(record), chats, responses }
  }

  @Get('chat/user_rooms/:id')
  async rooms(@Viewer() viewer: number) {
    const hiddenAuthors = await this.db.hiddenFrom(viewer)
    const rows = await this.db.chat_members.findMany({
      where: { user_id: viewer },
      include: member,
      orderBy: [{ room: { last_message_at: 'desc' } }, { room_id: 'desc' }],
      take: 1000,
    })
    return rows
      .filter(({ room }) => room.last_message || room.kind !== 'other' || Number(room.opened_by) === viewer)
      .map((row) => toRoom(row, hiddenAuthors))
  }

  @Get('chat/unread')
  async unread(@Viewer() viewer: number) {
    const where = { user_id: viewer, archived_at: null }
    const { _sum } = await this.db.chat_members.aggregate({ where, _sum: { unread_count: true } })
    return { unread_count: _sum.unread_count ?? 0 }
  }

  @Post('api/projects/add_resp') @HttpCode(200)
  respond(@Viewer() viewer: number, @Body('response') newResponse: NewResponse) {
    return this.db.$transaction(async (tx) => {
      const listing = await tx.listings.findUnique({ where: { id: newResponse.project_id } })
      if (listing?.kind !== 'order' || listing.status !== 'published') throw new NotFoundException()
      const { id: listing_id, author_id } = listing
      const me = await tx.users.findUniqueOrThrow({ where: { id: viewer } })
      const blocks = await tx.user_blocks.count({ where: between(viewer, author_id) })
      const since = new Date(Date.now() - 86_400_000)
      const today = await tx.responses.count({ where: { user_id: viewer, created_at: { gt: since } } })
      const earlierCount = await tx.responses.count({ where: { listing_id, user_id: viewer, ...hasResponded } })
      if (!me.is_verified || Number(author_id) === viewer || blocks || earlierCount || today >= 30)
        throw new ForbiddenException()
      const { response_text, price } = newResponse
      const row = await tx.responses.create({
        data: { listing_id, user_id: viewer, response_text, price: price * 100, currency_id: 1 },
        include: response,
      })
      const responses_count = { increment: 1 }
      await tx.listings.update({ where: { id: listing_id }, data: { responses_count }, select: { id: true } })
      await tx.events.create(eventOf('response.sent', { response_id: Number(row.id) }, 'response-notifications'))
      const place = await tx.responses.count({ where: { listing_id, ...hasResponded } })
      return { ...toResponse(row, place), payment_url: null, place_after_payment: null, hint: null }
    })
  }

  @Post('chat/send_msg') @HttpCode(200)
  send(@Viewer() viewer: number, @Body() { room_id, content }: NewMessage) {
    return this.db.$transaction(async (tx) => {
      const room = await tx.chat_rooms.findUnique({ where: { id: room_id }, include: { members: true } })
      const partnerId = room?.members.find(({ user_id }) => Number(user_id) !== viewer)?.user_id
      if (!room || !partnerId || room.members.length !== 2) throw new NotFoundException()
      const { status } = await tx.users.findUniqueOrThrow({ where: { id: partnerId }, select: { status: true } })
      const blocks = await tx.user_blocks.count({ where: between(viewer, partnerId) })
      const reply = await tx.chat_messages.findFirst({ where: { room_id, sender_id: partnerId }, select: { id: true } })
      const sentCount = reply ? 0 : await tx.chat_messages.count({ where: { room_id, sender_id: viewer } })
      if (room.is_read_only || status !== 'active' || blocks || sentCount >= 3) throw new ForbiddenException()
      const row = await tx.chat_messages.create({ data: { room_id, sender_id: viewer, content } })
      const last = { last_message_id: row.id, last_message_at: row.created_at }
      await tx.chat_rooms.update({ where: { id: room_id }, data: last, select: { id: true } })
      await tx.chat_members.updateMany({ where: { room_id }, data: { archived_at: null } })
      const unread_count = { increment: 1 }
      await tx.chat_members.updateMany({ where: { room_id, user_id: partnerId }, data: { unread_count } })
      await tx.events.create(eventOf('message.sent', { message_id: Number(row.id) }, 'message-notifications'))
      return toMessage(row, false)
    })
  }

  @Post('chat/msg_read') @HttpCode(200)
  read(@Viewer() viewer: number, @Query('msg_id', ParseIntPipe) id: number) {
    return this.db.$transaction(async (tx) => {
      const { room_id, sender_id } = await tx.chat_messages.findUniqueOrThrow({ where: { id } })
      if (Number(sender_id) === viewer) throw new ForbiddenException()
      const where = { room_id_user_id: { room_id, user_id: BigInt(viewer) } }
      const ownMembership = await tx.chat_members.findUniqueOrThrow({ where })
      const last_read_id = Math.max(Number(ownMembership.last_read_id), id)
      const unread_count = await tx.chat_messages.count({
        where: { room_id, id: { gt: last_read_id }, sender_id: { not: viewer }, deleted_at: null },
      })
      await tx.chat_members.update({ where, data: { last_read_id, unread_count } })
      return { ok: true, room_id, last_read_id, unread_count }
    })
  }

  @Post('favorites/add_project') @HttpCode(200)
  async favour(@Viewer() viewer: number, @Body('project_id', ParseIntPipe) listing_id: number) {
    const listing = await this.db.listings.findUnique({
      where: { id: listing_id },
      select: { kind: true, status: true, author_id: true },
    })
    if (listing?.kind !== 'order' || listing.status !== 'published') throw new NotFoundException()
    await this.db.favorite_listings.createMany({ data: [{ user_id: viewer, listing_id }], skipDuplicates: true })
    return { ok: true }
  }
}

@Module({ controllers: [Lists, Market], providers: [Database] })
class App {}

const app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter(), { logger: ['error'] })
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }))
await app.listen(Number(process.env.PORT), '127.0.0.1')
process.send?.('ready')
