import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router-dom'

/** A link with `aria-current`. It is smaller than the router's `NavLink`, which is not part of the first load. */
export function NavLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const { pathname } = useLocation()
  const isHere = `${pathname}/`.startsWith(`${to.split('?')[0]}/`)
  return <Link to={to} aria-current={isHere ? 'page' : undefined} {...rest} />
}
