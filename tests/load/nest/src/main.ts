import 'reflect-metadata'
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Query,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { CollectionService } from './collection.service.js'
import { CollectionDto, FavouriteDto, ListDto, MessageDto, PeopleDto, RespondDto } from './dto.js'
import { ListingsService } from './listings.service.js'
import { PeopleService } from './people.service.js'
import { PrismaService } from './prisma.service.js'
import { SessionGuard, Viewer } from './viewer.js'

@Controller()
@UseGuards(SessionGuard)
class MarketController {
  constructor(
    private readonly listings: ListingsService,
    private readonly collections: CollectionService,
    private readonly people: PeopleService,
  ) {}

  @Post('api/projects')
  @HttpCode(200)
  list(@Viewer() viewer: number, @Body() body: ListDto) {
    return this.listings.list(viewer, body)
  }

  @Get('api/projects/:id/full_info')
  page(@Viewer() viewer: number, @Param('id', ParseIntPipe) id: number) {
    return this.listings.page(viewer, id)
  }

  @Post('api/users/freelancer_jobs')
  @HttpCode(200)
  collection(@Viewer() viewer: number, @Body() { limit, offset }: CollectionDto) {
    return this.collections.collection(viewer, limit, offset)
  }

  @Get('api/responses')
  ownResponses(@Viewer() viewer: number, @Query('per_page', ParseIntPipe) per_page: number) {
    return this.people.ownResponses(viewer, per_page)
  }

  @Post('api/users/get_all_users')
  @HttpCode(200)
  search(@Viewer() viewer: number, @Body() body: PeopleDto) {
    return this.people.search(viewer, body)
  }

  @Get('chat/user_rooms/:id')
  rooms(@Viewer() viewer: number) {
    return this.people.rooms(viewer)
  }

  @Get('chat/unread')
  unread(@Viewer() viewer: number) {
    return this.people.unread(viewer)
  }

  @Get('favorites/projects')
  favourites(@Viewer() viewer: number, @Query('per_page', ParseIntPipe) per_page: number) {
    return this.listings.favourites(viewer, per_page)
  }

  @Post('api/projects/add_resp')
  @HttpCode(200)
  respond(@Viewer() viewer: number, @Body() body: RespondDto) {
    return this.people.respond(viewer, body)
  }

  @Post('chat/send_msg')
  @HttpCode(200)
  send(@Viewer() viewer: number, @Body() body: MessageDto) {
    return this.people.send(viewer, body)
  }

  @Post('chat/msg_read')
  @HttpCode(200)
  read(@Viewer() viewer: number, @Query('msg_id', ParseIntPipe) id: number) {
    return this.people.read(viewer, id)
  }

  @Post('favorites/add_project')
  @HttpCode(200)
  favour(@Viewer() viewer: number, @Body() { project_id }: FavouriteDto) {
    return this.people.favour(viewer, project_id)
  }
}

@Module({ controllers: [MarketController], providers: [PrismaService, ListingsService, CollectionService, PeopleService] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error'],
})
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }))
await app.listen(Number(process.env.PORT), '127.0.0.1')
process.send?.('ready')
