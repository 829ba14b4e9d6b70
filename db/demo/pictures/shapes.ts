/** Pictures of the demo market as SVG, put together from plain shapes. Nobody in them exists. */

type Palette = [ground: string, main: string, second: string, light: string]

const width = 640
const height = 480

const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 12) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`
const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, thickness = 10) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${thickness}" stroke-linecap="round"/>`
const each = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => draw(n))

type Motif = (palette: Palette) => string[]

/** Motifs of pictures, each on a ground that the picture adds. */
const motifs = {
  window: ([, main, second, light]) => [
    rect(70, 60, 500, 400, light, 18),
    ...each(3, (n) => circle(100 + n * 26, 86, 8, second)),
    rect(100, 120, 240, 34, main),
    rect(100, 170, 190, 16, second, 8),
    rect(100, 198, 210, 16, second, 8),
    rect(100, 236, 110, 40, main, 20),
    circle(460, 200, 76, second),
    circle(484, 184, 44, main),
    ...each(3, (n) => rect(100 + n * 150, 310, 130, 120, second)),
  ],
  table: ([, main, second, light]) => [
    rect(60, 70, 520, 340, light, 18),
    rect(60, 70, 520, 60, main, 18),
    ...each(4, (row) => rect(90, 158 + row * 60, 120, 22, second, 8)),
    ...each(12, (n) => circle(290 + (n % 3) * 110, 169 + Math.floor(n / 3) * 60, 14, n % 4 ? second : main)),
  ],
  track: ([, main, second, light]) => [
    rect(0, 360, width, 14, second, 0),
    ...each(3, (n) => rect(30 + n * 200, 210, 184, 130, n ? main : light, 26)),
    ...each(9, (n) => rect(54 + n * 65, 240, 40, 44, n < 3 ? main : light, 8)),
    ...each(6, (n) => circle(70 + n * 100, 348, 18, second)),
    circle(520, 100, 44, light),
  ],
  bars: ([, main, second, light]) => [
    rect(60, 60, 520, 360, light, 18),
    ...[90, 150, 120, 210, 180, 260].map((tall, n) =>
      rect(100 + n * 78, 380 - tall, 48, tall, n % 2 ? main : second, 8),
    ),
    line('M110 250 L200 190 L280 220 L370 130 L460 160 L530 90', main, 8),
  ],
  cup: ([, main, second, light]) => [
    shape('M220 150 L420 150 L392 420 Q390 440 370 440 L270 440 Q250 440 248 420 Z', light),
    rect(206, 116, 228, 44, main, 16),
    shape('M236 270 L404 270 L396 350 L244 350 Z', second),
    circle(320, 310, 26, main),
    line('M290 90 q-16 -24 0 -44 M340 90 q-16 -24 0 -44', light, 8),
  ],
  mark: ([, main, second, light]) => [
    rect(90, 70, 460, 340, light, 24),
    circle(320, 210, 92, main),
    shape('M320 140 L380 240 L260 240 Z', second),
    circle(320, 226, 30, light),
    rect(220, 336, 200, 22, main, 11),
  ],
  wing: ([, main, second, light]) => [
    circle(320, 230, 180, light),
    shape('M180 250 Q250 130 400 170 Q460 190 470 240 Q400 250 380 300 Q300 360 180 250 Z', main),
    shape('M250 250 Q330 200 400 250 Q340 310 250 250 Z', second),
    circle(430, 210, 10, light),
    shape('M470 226 L520 238 L470 250 Z', second),
  ],
  board: ([, main, second, light]) => [
    rect(110, 50, 420, 360, main, 10),
    rect(130, 70, 380, 320, second, 6),
    ...each(5, (n) => rect(160, 110 + n * 54, 200 - (n % 2) * 50, 18, light, 8)),
    ...each(5, (n) => rect(420, 110 + n * 54, 56, 18, light, 8)),
  ],
  cards: ([, main, second, light]) => [
    `<g transform="rotate(-10 220 260)">${rect(90, 150, 260, 190, light)}${circle(220, 245, 50, main)}</g>`,
    `<g transform="rotate(8 420 250)">${rect(290, 140, 260, 190, second)}${line('M330 240 q40 -60 80 0 t80 0', light)}</g>`,
    `<g transform="rotate(-2 320 330)">${rect(200, 260, 260, 170, main)}${rect(240, 330, 180, 24, light)}</g>`,
  ],
  bubbles: ([, main, second, light]) => [
    rect(80, 60, 300, 80, light, 28),
    rect(260, 160, 300, 80, main, 28),
    rect(80, 260, 340, 80, light, 28),
    ...each(3, (n) => rect(80 + n * 165, 366, 150, 56, second, 16)),
    ...each(3, (n) => rect(110 + (n === 1 ? 180 : 0), 90 + n * 100, 180, 18, n === 1 ? light : second, 9)),
  ],
  phones: ([, main, second, light]) => [
    rect(130, 40, 180, 400, light, 28),
    rect(340, 90, 180, 350, light, 28),
    rect(150, 80, 140, 130, main, 16),
    ...each(3, (n) => rect(150, 230 + n * 60, 140, 44, second, 12)),
    circle(430, 200, 62, second),
    circle(430, 200, 34, main),
    rect(360, 300, 140, 40, main, 20),
    rect(360, 360, 140, 40, second, 20),
  ],
  flow: ([, main, second, light]) => [
    line('M180 130 L320 240 L180 360 M320 240 L480 150 M320 240 L480 340', light),
    rect(90, 90, 150, 80, second, 20),
    rect(90, 320, 150, 80, second, 20),
    circle(320, 240, 66, main),
    rect(420, 110, 150, 80, light, 20),
    rect(420, 300, 150, 80, light, 20),
  ],
  box: ([, main, second, light]) => [
    shape('M320 90 L520 170 L520 350 L320 440 L120 350 L120 170 Z', light),
    shape('M320 90 L520 170 L320 250 L120 170 Z', second),
    shape('M320 250 L520 170 L520 350 L320 440 Z', main),
    circle(220, 300, 36, main),
  ],
  tiles: ([, main, second, light]) =>
    each(20, (n) => {
      const [x, y] = [64 + (n % 5) * 128, 60 + Math.floor(n / 5) * 120]
      return n % 2
        ? circle(x, y, 40, main)
        : shape(`M${x} ${y - 48} q56 48 0 96 q-56 -48 0 -96 Z`, n % 4 ? light : second)
    }),
  map: ([, main, second, light]) => [
    shape('M0 320 Q160 220 320 300 T640 240 L640 480 L0 480 Z', second),
    line('M40 420 Q200 360 280 260 T560 100', light, 12),
    ...[
      [280, 250],
      [480, 150],
      [130, 380],
    ].map(([x = 0, y = 0]) => circle(x, y, 24, main)),
  ],
  vase: ([, main, second, light]) => [
    rect(0, 370, width, 110, second, 0),
    shape('M270 160 Q200 260 230 390 L370 390 Q400 260 330 160 Z', main),
    line('M300 160 Q290 90 240 60 M304 160 Q320 90 370 70', light, 8),
    circle(236, 56, 26, light),
    circle(376, 66, 22, light),
    circle(500, 340, 60, light),
  ],
  bottle: ([, main, second, light]) => [
    rect(0, 380, width, 100, second, 0),
    ...each(3, (n) =>
      rect(130 + n * 140, 170 + (n % 2) * 50, 100, 230 - (n % 2) * 50, n % 2 ? light : main, 22),
    ),
    ...each(3, (n) => rect(162 + n * 140, 120 + (n % 2) * 50, 36, 60, second, 8)),
    ...each(3, (n) => rect(146 + n * 140, 290, 68, 60, n % 2 ? main : light, 6)),
  ],
  hills: ([, main, second, light]) => [
    circle(470, 140, 60, light),
    shape('M0 340 L180 160 L330 320 L440 230 L640 380 L640 480 L0 480 Z', second),
    shape('M0 400 Q200 330 380 400 T640 380 L640 480 L0 480 Z', main),
    shape('M250 400 L310 310 L370 400 Z', light),
  ],
  film: ([, main, second, light]) => [
    rect(60, 90, 520, 300, main, 22),
    circle(320, 240, 64, light),
    shape('M302 204 L362 240 L302 276 Z', main),
    rect(60, 410, 520, 16, second, 8),
    rect(60, 410, 200, 16, light, 8),
  ],
  wave: ([, main, second, light]) => [
    circle(210, 320, 86, second),
    circle(430, 320, 86, second),
    circle(210, 320, 60, light),
    circle(430, 320, 60, light),
    line(
      'M210 320 L290 180 L390 180 L430 320 M290 180 L330 320 L210 320 M390 180 L380 140 L420 140',
      main,
      14,
    ),
  ],
} satisfies Record<string, Motif>

/** Draws a picture of a portfolio: a motif on a ground. */
export function drawWork(motif: keyof typeof motifs, palette: Palette): string {
  return svg(width, height, [rect(0, 0, width, height, palette[0], 0), ...motifs[motif](palette)])
}

export type Hair = 'short' | 'long' | 'bun' | 'bald' | 'beard'

/** Draws an avatar: shoulders, a head without a face, and hair. */
export function drawPerson(hair: Hair, [ground, clothes, hairColour, skin]: Palette): string {
  const behind = {
    short: '',
    bald: '',
    beard: '',
    long: shape('M78 92 Q78 36 128 36 Q178 36 178 92 L184 186 L72 186 Z', hairColour),
    bun: circle(128, 34, 22, hairColour),
  }[hair]
  const above = {
    short: shape('M84 96 Q80 44 128 44 Q178 44 172 96 Q164 70 128 70 Q96 70 84 96 Z', hairColour),
    long: shape('M84 100 Q84 46 128 46 Q172 46 172 100 Q150 72 128 64 Q108 72 84 100 Z', hairColour),
    bun: shape('M84 96 Q84 46 128 46 Q172 46 172 96 Q156 66 128 66 Q100 66 84 96 Z', hairColour),
    bald: '',
    beard: [
      shape('M84 94 Q80 44 128 44 Q176 44 172 94 Q160 72 128 72 Q96 72 84 94 Z', hairColour),
      shape('M86 112 Q90 164 128 164 Q166 164 170 112 Q150 132 128 130 Q106 132 86 112 Z', hairColour),
    ].join(''),
  }[hair]
  return svg(256, 256, [
    rect(0, 0, 256, 256, ground, 0),
    behind,
    shape('M36 256 Q40 182 128 182 Q216 182 220 256 Z', clothes),
    rect(108, 140, 40, 56, skin, 20),
    circle(128, 104, 46, skin),
    above,
  ])
}

function svg(w: number, h: number, parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${parts.join('')}</svg>`
}
