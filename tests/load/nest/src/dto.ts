import { Type } from 'class-transformer'
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator'

class FiltersDto {
  @IsOptional() @IsInt() category_id?: number
  @IsOptional() @IsNumber() price_from?: number
  @IsOptional() @IsNumber() price_to?: number
  @IsOptional() @IsBoolean() is_remote?: boolean
  @IsOptional() @IsString() experience?: string
  @IsOptional() @IsString() @MaxLength(100) search?: string
  @IsOptional() @IsInt() client_id?: number
}
class PageDto {
  @IsOptional() @IsInt() @Min(1) page?: number
  @IsInt() @Min(1) @Max(100) per_page: number
  @IsOptional() @IsString() @MaxLength(200) cursor?: string
}
export class ListDto {
  @ValidateNested() @Type(() => FiltersDto) filters: FiltersDto
  @IsIn(['newest', 'high_budget', 'low_budget', 'min_competition', 'close_deadline']) sort: string
  @ValidateNested() @Type(() => PageDto) pagination: PageDto
}
export class CollectionDto {
  @IsInt() user_id: number
  @IsInt() @Min(1) @Max(100) limit: number
  @IsInt() @Min(0) offset: number
}
class PeopleFiltersDto {
  @IsOptional() @IsInt() category_id?: number
  @IsOptional() @IsString() skills?: string
  @IsOptional() @IsBoolean() is_free?: boolean
  @IsOptional() @IsString() city?: string
  @IsOptional() @IsNumber() rating_from?: number
}
export class PeopleDto {
  @ValidateNested() @Type(() => PeopleFiltersDto) filters: PeopleFiltersDto
  @ValidateNested() @Type(() => PageDto) pagination: PageDto
}
class AnswerDto {
  @IsInt() project_id: number
  @IsString() @MaxLength(500) response_text: string
  @IsNumber() price: number
  @IsString() currency: string
}
export class RespondDto {
  @ValidateNested() @Type(() => AnswerDto) response: AnswerDto
}
export class MessageDto {
  @IsInt() room_id: number
  @IsString() @MaxLength(4000) content: string
}
export class FavouriteDto {
  @IsInt() project_id: number
}
