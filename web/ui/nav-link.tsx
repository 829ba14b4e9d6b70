import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router-dom'

/** A link that says where one is. That of the router, which the first load need not carry, does the same in four ways more. */
export function NavLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const { pathname } = useLocation()
  const isHere = `${pathname}/`.startsWith(`${to.split('?')[0]}/`)
  return <Link to={to} aria-current={isHere ? 'page' : undefined} {...rest} />
}
