/** What we ask Telegram to tell; leaving the list out would keep an older one. */
export const updateKinds = ['message', 'callback_query', 'my_chat_member'] as const
