/** Themes the desk offers: parameters of real clients, seen in public code. */
export interface Theme {
  id: 'light' | 'dark' | 'pink' | 'green'
  title_ru: string
  title_en: string
  is_dark: boolean
  params: Record<string, string>
}

export const themes: Theme[] = [
  {
    id: 'light',
    title_ru: 'Светлая',
    title_en: 'Light',
    is_dark: false,
    params: {
      bg_color: '#ffffff',
      text_color: '#000000',
      button_text_color: '#ffffff',
      secondary_bg_color: '#efeff4',
      section_bg_color: '#ffffff',
      link_color: '#007aff',
      button_color: '#007aff',
      section_separator_color: '#c8c7cc',
      destructive_text_color: '#ff3b30',
      bottom_bar_bg_color: '#f2f2f2',
      accent_text_color: '#007aff',
      subtitle_text_color: '#8e8e93',
      header_bg_color: '#f8f8f8',
      section_header_text_color: '#6d6d72',
      hint_color: '#8e8e93',
    },
  },
  {
    id: 'dark',
    title_ru: 'Тёмная',
    title_en: 'Dark',
    is_dark: true,
    params: {
      bg_color: '#000000',
      text_color: '#ffffff',
      button_text_color: '#ffffff',
      secondary_bg_color: '#1c1c1d',
      section_bg_color: '#2c2c2e',
      link_color: '#3e88f7',
      button_color: '#3e88f7',
      section_separator_color: '#545458',
      destructive_text_color: '#eb5545',
      bottom_bar_bg_color: '#1d1d1d',
      accent_text_color: '#3e88f7',
      subtitle_text_color: '#98989e',
      header_bg_color: '#1a1a1a',
      section_header_text_color: '#8d8e93',
      hint_color: '#98989e',
    },
  },
  {
    id: 'pink',
    title_ru: 'Бледная',
    title_en: 'Pale pink',
    is_dark: false,
    params: {
      bg_color: '#fff0f6',
      text_color: '#5b2140',
      hint_color: '#e8a8c8',
      link_color: '#ff6fb1',
      button_color: '#ff8fc4',
      button_text_color: '#ffffff',
      secondary_bg_color: '#ffe3ef',
      section_bg_color: '#fff7fa',
      accent_text_color: '#ff6fb1',
      destructive_text_color: '#ff5a5a',
    },
  },
  {
    id: 'green',
    title_ru: 'Зелёная',
    title_en: 'Green',
    is_dark: true,
    params: {
      bg_color: '#282e33',
      section_bg_color: '#282e33',
      secondary_bg_color: '#313b43',
      text_color: '#f5f5f5',
      hint_color: '#82868a',
      link_color: '#4be1c3',
      button_color: '#3fc1b0',
      button_text_color: '#ffffff',
      header_bg_color: '#282e33',
      accent_text_color: '#79e8da',
      destructive_text_color: '#f57474',
      section_separator_color: '#242a2e',
      subtitle_text_color: '#82868a',
    },
  },
]
