import { expect, test } from 'vitest'
import { chooseDatabase, chooseRedis, type Probes } from './choose.ts'

const offers = (...names: (keyof Probes)[]): Probes => ({
  dockerAnswers: async () => names.includes('dockerAnswers'),
  redisOnPath: async () => names.includes('redisOnPath'),
  canInstall: async () => names.includes('canInstall'),
})

test('a given URL wins and nothing is probed', async () => {
  const noProbe = () => Promise.reject(new Error('probed'))
  const probes: Probes = { dockerAnswers: noProbe, redisOnPath: noProbe, canInstall: noProbe }
  expect(await chooseDatabase({ DATABASE_URL: 'postgres://db' }, probes)).toEqual({
    kind: 'given',
    url: 'postgres://db',
  })
  expect(await chooseRedis({ REDIS_URL: 'redis://r' }, probes)).toEqual({ kind: 'given', url: 'redis://r' })
})

test('tests use containers if Docker answers, else local servers', async () => {
  const allOffers = offers('dockerAnswers', 'redisOnPath', 'canInstall')
  expect(await chooseDatabase({}, allOffers)).toEqual({ kind: 'docker' })
  expect(await chooseRedis({}, allOffers)).toEqual({ kind: 'docker' })
  const noDocker = offers('redisOnPath', 'canInstall')
  expect(await chooseDatabase({}, noDocker)).toEqual({ kind: 'embedded' })
  expect(await chooseRedis({}, noDocker)).toEqual({ kind: 'program' })
})

test('npm start never uses a container for Postgres and prefers the local Redis', async () => {
  const allOffers = offers('dockerAnswers', 'redisOnPath', 'canInstall')
  expect(await chooseDatabase({}, allOffers, 'start')).toEqual({ kind: 'embedded' })
  expect(await chooseRedis({}, allOffers, 'start')).toEqual({ kind: 'program' })
  expect(await chooseRedis({}, offers('dockerAnswers', 'canInstall'), 'start')).toEqual({ kind: 'docker' })
  expect(await chooseRedis({}, offers('canInstall'), 'start')).toEqual({ kind: 'install' })
})

test('if Redis is unavailable the advice lists the options', async () => {
  const choice = await chooseRedis({}, offers(), 'start')
  expect(choice).toMatchObject({ kind: 'none', advice: expect.stringMatching(/apt-get.*Docker.*REDIS_URL/) })
})

test('an empty variable counts as unset', async () => {
  expect(await chooseDatabase({ DATABASE_URL: '' }, offers())).toEqual({ kind: 'embedded' })
})
