import { fold, foldPattern } from '#services/checks/skeleton.ts'

/** Words of a text without disguise: similar letters of other alphabets are unified, signs and numbers are removed. */
export function wordsOf(text: string): string[] {
  return fold(text).text.match(/\p{L}+/gu) ?? []
}

/** Words that fit any order, such as greetings, readiness, experience, self-praise, and the wish to talk. */

const russianBeginnings = `
  здравствуй привет приветств добр доброго уважаем заказчик клиент готов возьм берус взять возьмус беру сдела дела
  выполн работ задани задач заказ проект предложени качеств быстр недорог дешев срок вовремя опыт лет год навык умени
  умею мог смог смож помо обсу обсуж пиш напиш звон обращ свяж лич сообщ детал подробн вопрос услови цен стоим оплат
  плат бюдж договор интерес заинтерес ответ жд связ профессионал специалист команд студи ответствен пунктуал исполнит
  результат гарант индивидуальн подход кажд портфолио профил пример отзыв положит больш отличн высок уровн лучш
  вид понят знаком подобн похож сложн люб объем требован соблюд кратчайш немедлен прямо сейчас сегодн завтра приступ
  нач буд рад сотруднич хоч хотел подхож подойд рассмотр кандидатур учус стара новичок шанс пожал скидк рын посредник
  постоянн основ ключ мног многолетн раз все всё всег всегд нужн необходим инструмент для ваш вам вас мне мой моя моё
  меня нас наш дан это этот эта есть имею очень внимательн изуч ознаком прочит прочл предоплат правк бесплат тз
  актуал утро день вечер врем время суток доверит довер пожале дел сфер област свой своего так как что или при над без
  можем можно может могу расскаж дам дай давай жел желан сотрудн бою трудност заня поработ буду`
const english = `
  hello hi hey dear good greet client sir madam ready do done can could will would deliver provide project job task work
  quality high fast quick cheap profession expert experienc skill year best great excellent perfect fit satisf guarant
  revision unlimited price budget deadline negotiab rate contact messag dm reach reply respond discuss details detail
  talk chat let let s connect interest offer description require read careful understand understood confident believe
  match similar before many any kind kinds everything all available immediat start now today time hire regret chance
  give please thank regards forward looking hear portfolio profile check know like love happy glad team experts our we
  you your my me i am have had been has this that the and for with from what whats about more would very new here but
  hard hardworking sincer honest trust client caught attention needed need yes no ok okay further right result`

const folded = (list: string) =>
  list
    .trim()
    .split(/\s+/)
    .map((word) => foldPattern(word))
/** Pattern of filler words. Russian words match by their beginning, English words with their usual endings. */
const vacuousWord = new RegExp(
  `^(?:(?:${folded(russianBeginnings).join('|')})\\p{L}*|(?:${folded(english).join('|')})(?:s|ed|ing|ly|al|e|es|ts|ent|ence|ation)?)$`,
  'u',
)

/** Least number of specific words in a response, and their least share among all its words. */
const leastWords = 2
const leastShare = 0.2

/** True if a word is specific to an order, so not a filler word. */
export const isSpecific = (word: string) => word.length > 2 && !vacuousWord.test(word)

/** True if a response contains too few words that are specific to its order. */
export function lacksSpecificWords(text: string): boolean {
  const words = wordsOf(text)
  const content = new Set(words.filter(isSpecific))
  return content.size < leastWords || content.size < words.length * leastShare
}
