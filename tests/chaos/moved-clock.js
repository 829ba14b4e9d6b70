import { readFileSync } from 'node:fs'

/** Loaded before a process of the product: its clock is as many milliseconds off as the file MOVED_CLOCK says. */
const RealDate = Date
const tell = RealDate.now.bind(RealDate)
let off = 0
const look = () => {
  off = Number(readFileSync(process.env.MOVED_CLOCK ?? '', 'utf8'))
}
look()
setInterval(look, 50).unref()

RealDate.now = () => tell() + off
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length > 0 ? given : [target.now()], made),
})
