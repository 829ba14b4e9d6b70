import type { ReplyOf } from '#web/client/http/api.ts'
import type { OptionGroup } from '#web/ui/select.tsx'

type Category = Pick<ReplyOf<'GET /api/all_categories'>[number], 'id' | 'name' | 'parent_id'>

/** Converts the category tree to groups of options. `wholeGroupLabel` adds an option for each whole group. */
export function toOptionGroups(
  categories: Category[],
  wholeGroupLabel?: (group: string) => string,
): OptionGroup[] {
  const toOption = ({ id }: Category, label: string) => ({ value: String(id), label })
  return categories
    .filter(({ parent_id }) => parent_id === null)
    .map((group) => ({
      label: group.name,
      options: [
        ...(wholeGroupLabel ? [toOption(group, wholeGroupLabel(group.name))] : []),
        ...categories
          .filter(({ parent_id }) => parent_id === group.id)
          .map((leaf) => toOption(leaf, leaf.name)),
      ],
    }))
}
