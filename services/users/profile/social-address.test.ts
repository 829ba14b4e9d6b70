import { expect, test } from 'vitest'
import type { SocialNetwork } from '#contract/options.ts'
import { socialAddress } from './social-address.ts'

const right: [SocialNetwork, string, string][] = [
  ['instagram', '@anna.design', 'https://instagram.com/anna.design'],
  ['instagram', 'https://www.instagram.com/anna.design/?igsh=x', 'https://instagram.com/anna.design'],
  ['telegram', 'http://t.me/anna_design', 'https://t.me/anna_design'],
  ['telegram_channel', 'telegram.me/anna_works', 'https://t.me/anna_works'],
  ['telegram_group', 'https://t.me/+AbCdEf123456', 'https://t.me/+AbCdEf123456'],
  [
    'facebook',
    'https://facebook.com/profile.php?id=100012345',
    'https://facebook.com/profile.php?id=100012345',
  ],
  ['linkedin', 'https://ru.linkedin.com/in/anna-d/', 'https://linkedin.com/in/anna-d'],
  ['tiktok', 'https://www.tiktok.com/@anna', 'https://tiktok.com/@anna'],
  ['vk', 'vk.com/id1', 'https://vk.com/id1'],
  ['twitter', 'https://twitter.com/anna', 'https://x.com/anna'],
  ['youtube', 'anna-films', 'https://youtube.com/@anna-films'],
  ['whatsapp', '+7 (999) 123-45-67', 'https://wa.me/79991234567'],
  ['whatsapp', 'https://wa.me/79991234567', 'https://wa.me/79991234567'],
]

test.each(right)('%s: %s is %s', (network, given, address) => {
  expect(socialAddress(network, given)).toBe(address)
})

const wrong: [SocialNetwork, string][] = [
  ['instagram', 'javascript:alert(1)'],
  ['instagram', 'https://instagram.com.evil.example/anna'],
  ['instagram', 'https://evil.example/instagram.com/anna'],
  ['instagram', 'https://instagram.com@evil.example/anna'],
  ['instagram', 'https://instagram.com:8443/anna'],
  ['instagram', 'https://instagrаm.com/anna'], // contains a Cyrillic letter
  ['telegram', 'https://t.me/+AbCdEf123456'],
  ['telegram', 'tg://resolve?domain=anna'],
  ['vk', 'https://vk.com/away.php?to=https://evil.example'.replace('away.php', 'away/php')],
  ['facebook', 'https://facebook.com/profile.php?id=evil'],
  ['youtube', 'https://youtube.com/redirect?q=https://evil.example'],
  ['whatsapp', 'call me'],
  ['whatsapp', '123'],
]

test.each(wrong)('%s refuses %s', (network, given) => {
  expect(socialAddress(network, given)).toBeUndefined()
})
