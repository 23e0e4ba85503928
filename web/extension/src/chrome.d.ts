/** The part of the browsers' extension API that is used here. Firefox has it under the same name. */
declare namespace chrome {
  type Sender = { id?: string; url?: string; tab?: Tab };
  type Tab = { id?: number; url?: string; title?: string };
  type Event<Listener> = { addListener: (listener: Listener) => void };

  const runtime: {
    id: string;
    getURL: (path: string) => string;
    openOptionsPage: () => Promise<void>;
    sendMessage: (message: unknown) => Promise<unknown>;
    onMessage: Event<(message: unknown, sender: Sender, answer: (value: unknown) => void) => boolean | undefined>;
    onStartup: Event<() => void>;
    onInstalled: Event<(details: { reason: string }) => void>;
  };
  const storage: {
    local: {
      get: (keys: string[]) => Promise<Record<string, unknown>>;
      set: (values: Record<string, unknown>) => Promise<void>;
      remove: (keys: string[]) => Promise<void>;
    };
  };
  const tabs: { query: (of: { active: boolean; currentWindow: boolean }) => Promise<Tab[]> };
  const scripting: {
    executeScript: <T>(script: { target: { tabId: number }; func: () => T }) => Promise<{ result?: T }[]>;
  };
  const permissions: {
    request: (wanted: { origins: string[] }) => Promise<boolean>;
    contains: (wanted: { origins: string[] }) => Promise<boolean>;
    remove: (wanted: { origins: string[] }) => Promise<boolean>;
  };
  const alarms: {
    create: (name: string, when: { periodInMinutes: number }) => Promise<void>;
    clear: (name: string) => Promise<boolean>;
    onAlarm: Event<() => void>;
  };
  const action: {
    setBadgeText: (of: { text: string }) => Promise<void>;
    setBadgeBackgroundColor: (of: { color: string }) => Promise<void>;
  };
}
