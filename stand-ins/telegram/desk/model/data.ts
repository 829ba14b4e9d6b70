import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useDesk } from './desk.ts'

export const useConfig = () => useQuery({ queryKey: ['config'], queryFn: api.config }).data
export const useUsers = () => useQuery({ queryKey: ['users'], queryFn: api.users }).data ?? []
export const useChannels = () => useQuery({ queryKey: ['channels'], queryFn: api.channels }).data ?? []
export const useFaults = () => useQuery({ queryKey: ['faults'], queryFn: api.faults }).data ?? []

export const useGuide = () => useQuery({ queryKey: ['guide'], queryFn: api.guide }).data

/** Pending faults of payments. They are polled, because the desk is not notified when a fault occurs. */
export function usePaymentFaults(isWatched: boolean) {
  const query = useQuery({
    queryKey: ['payments'],
    queryFn: api.payments,
    enabled: isWatched,
    refetchInterval: 2000,
  })
  return (query.data?.faults ?? []).filter(({ times }) => times !== 0)
}

/** Returns the person who is selected in the desk. */
export function usePerson() {
  const id = useDesk((state) => state.user_id)
  return useUsers().find((person) => person.id === id)
}

export function useChats() {
  const id = useDesk((state) => state.user_id)
  const query = useQuery({
    queryKey: ['chats', id],
    queryFn: () => api.chats(id ?? 0),
    enabled: id !== undefined,
  })
  return query.data ?? []
}

export function useMessages(chatId: number) {
  const id = useDesk((state) => state.user_id) ?? 0
  return useQuery({ queryKey: ['messages', chatId, id], queryFn: () => api.messages(chatId, id) }).data ?? []
}

export function useInvoice(slug: string) {
  return useQuery({ queryKey: ['invoice', slug], queryFn: () => api.invoice(slug), staleTime: 0 }).data
}
