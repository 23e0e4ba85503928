package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"
)

const (
	backupOff       = "off" // of Config.BackupEvery
	daily           = 24 * time.Hour
	leastBackupTime = time.Minute
)

// BackupPeriod returns the interval of automatic backups; 0 is never. Without a setting it depends
// on the mode.
func (c Config) BackupPeriod() time.Duration {
	if c.BackupEvery == "" && c.Personal() {
		return daily
	}
	period, _ := time.ParseDuration(c.BackupEvery) // Validate lets nothing else through
	return period
}

// BackupFolder returns the folder of automatic backups.
func (c Config) BackupFolder() string {
	if c.BackupDir != "" {
		return c.BackupDir
	}
	return filepath.Join(c.DataDir, "backups")
}

func (c Config) validateBackup() error {
	if c.BackupEvery != "" && c.BackupEvery != backupOff {
		if period, err := time.ParseDuration(c.BackupEvery); err != nil || period < leastBackupTime {
			return fmt.Errorf("ENGRAM_BACKUP_EVERY must be off or a time of %v or more, such as 24h, not %q", leastBackupTime, c.BackupEvery)
		}
	}
	if c.BackupRecipient == "" {
		return nil
	}
	if strings.Contains(c.BackupRecipient, "SECRET") {
		return errors.New("ENGRAM_BACKUP_RECIPIENT takes a public key (age1…), not the secret one")
	}
	if _, err := age.ParseRecipients(strings.NewReader(c.BackupRecipient)); err != nil {
		return errors.New("ENGRAM_BACKUP_RECIPIENT must be a public key of age, age1…")
	}
	return nil
}
