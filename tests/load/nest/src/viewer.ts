import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common'
import jwt from 'jsonwebtoken'

const keys = new Map(
  (process.env.JWT_SECRETS ?? '').split(',').map((pair) => pair.split(/:(.*)/s) as [string, string]),
)

@Injectable()
export class SessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest()
    const token = String(request.headers.authorization ?? '').replace('Bearer ', '')
    try {
      const kid = jwt.decode(token, { complete: true })?.header.kid ?? ''
      request.viewer = Number(jwt.verify(token, keys.get(kid) ?? '', { algorithms: ['HS256'] }).sub)
      return true
    } catch {
      throw new UnauthorizedException()
    }
  }
}

export const Viewer = createParamDecorator(
  (_: unknown, context: ExecutionContext): number => context.switchToHttp().getRequest().viewer,
)
