const colors = [
  ['#ff885e', '#ff516a'],
  ['#ffcd6a', '#ffa85c'],
  ['#82b1ff', '#665fff'],
  ['#a0de7e', '#54cb68'],
  ['#53edd6', '#28c9b7'],
  ['#72d5fd', '#2a9ef1'],
  ['#e0a2f3', '#d669ed'],
]

/** Round picture with initials, on the colour Telegram assigns to the id. */
export function Avatar({ id, name, size = 60 }: { id: number; name: string; size?: number }) {
  const [from, to] = colors[Math.abs(id) % colors.length] ?? ['#82b1ff', '#665fff']
  const letters = name
    .split(/\s+/)
    .map((part) => /\p{L}/u.exec(part)?.[0])
    .filter(Boolean)
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <span
      className="avatar"
      aria-hidden
      style={{
        width: size,
        height: size,
        fontSize: size * 0.4,
        background: `linear-gradient(${from}, ${to})`,
      }}
    >
      {letters || '•'}
    </span>
  )
}
