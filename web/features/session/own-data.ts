import { useMutation } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import { api } from '#web/client/http/api.ts'
import { changeLanguage } from '#web/client/i18n.ts'
import { queryClient } from '#web/client/query.ts'
import { showFailure } from './show-failure.ts'
import { type Me, updateMe } from './use-me.ts'

const showError = (error: Error) => void showFailure(error)

/** Switches between the client's and the freelancer's view. */
export function useRoleSwitch(me: Me) {
  return useMutation({
    mutationFn: (role: 'client' | 'contractor') =>
      api('POST /api/users/edit_user_role', {
        query: { user_id: me.id, is_client: role === 'client', is_contractor: role === 'contractor' },
      }),
    onMutate: (role) =>
      updateMe({
        is_client: role === 'client',
        is_contractor: role === 'contractor',
        // Choosing a role also answers the home screen's question "what did you come for".
        start_choice: me.start_choice ?? (role === 'client' ? 'hire' : 'work'),
      }),
    onSuccess: (person) => {
      updateMe(person)
      // The feed is loaded again, because it differs by role.
      return queryClient.invalidateQueries({ queryKey: ['POST /api/users/freelancer_jobs'] })
    },
    onError: (error) => {
      const { is_client, is_contractor, start_choice } = me
      updateMe({ is_client, is_contractor, start_choice })
      showError(error)
    },
  })
}

/** Changes the interface language at once. The server stores the language for the bot's messages. */
export function useLanguageChange(me: Me) {
  return useMutation({
    mutationFn: async (language: Language) => {
      await changeLanguage(language)
      return api('POST /api/users/edit_user_ui_language', {
        query: { user_id: me.id, ui_language: language },
      })
    },
    onSuccess: updateMe,
    onError: showError,
  })
}

const flags = {
  is_free: (user_id: number, is_free: boolean) =>
    api('POST /api/users/edit_user_is_free', { query: { user_id, is_free } }),
  is_only_remote: (user_id: number, is_only_remote: boolean) =>
    api('POST /api/users/edit_user_is_only_remote', { query: { user_id, is_only_remote } }),
  is_price_conversion: (user_id: number, is_price_conversion: boolean) =>
    api('POST /api/users/edit_user_is_price_conversion', { query: { user_id, is_price_conversion } }),
  is_seen_shown: (user_id: number, is_seen_shown: boolean) =>
    api('PATCH /api/users/profile', { body: { user_id, is_seen_shown } }),
}

/** Toggles a flag of the profile at once, and restores it if the server refuses. */
export function useProfileFlag(me: Me, flag: keyof typeof flags) {
  return useMutation({
    mutationFn: (on: boolean) => flags[flag](me.id, on),
    onMutate: (on) => updateMe({ [flag]: on }),
    onSuccess: updateMe,
    onError: (error) => {
      updateMe({ [flag]: me[flag] })
      showError(error)
    },
  })
}
