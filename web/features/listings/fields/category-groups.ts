import type { ReplyOf } from '#web/client/http/api.ts'
import type { OptionGroup } from '#web/ui/select.tsx'

type Category = Pick<ReplyOf<'GET /api/all_categories'>[number], 'id' | 'name' | 'parent_id'>

/** The category tree as option groups. `whole` adds an option for each group itself. */
export function toOptionGroups(list: Category[], whole?: (group: string) => string): OptionGroup[] {
  const option = ({ id }: Category, label: string) => ({ value: String(id), label })
  return list
    .filter(({ parent_id }) => parent_id === null)
    .map((group) => ({
      label: group.name,
      options: [
        ...(whole ? [option(group, whole(group.name))] : []),
        ...list.filter(({ parent_id }) => parent_id === group.id).map((leaf) => option(leaf, leaf.name)),
      ],
    }))
}
