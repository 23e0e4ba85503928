import { describe, expect, it } from "vitest";
import { dayText, weekdayText } from "./day-text";
import { time12h } from "./time-12h";

describe("days and times in words", () => {
  const days = Array.from({ length: 400 }, (_, n) => new Date(2025, 10, 1 + n, n % 24, (n * 7) % 60));

  it("equals Intl's in English, for each day of a year and each hour of a day", () => {
    const words = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-US", options);
    const short = words({ month: "short", day: "numeric" });
    const full = words({ month: "short", day: "numeric", year: "numeric" });
    const weekday = words({ weekday: "long" });
    const time = words({ hour: "numeric", minute: "2-digit", hour12: true });
    const now = new Date(2026, 5, 1);
    for (const day of days) {
      expect(dayText(day, now)).toBe((day.getFullYear() === 2026 ? short : full).format(day));
      expect(weekdayText(day)).toBe(weekday.format(day));
      expect(time12h(day)).toBe(time.format(day).replace(/\u202f/g, " "));
    }
  });
});
