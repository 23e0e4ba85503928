package s3

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/minio/minio-go/v7"

	"engram/internal/blob"
	"engram/internal/fault"
)

// isAbsent reports whether an error means that there is no object.
func isAbsent(err error) bool {
	code := minio.ToErrorResponse(err).Code
	return code == minio.NoSuchKey || code == "NotFound" || code == "NoSuchVersion"
}

// unavailable wraps an error of the service. A full one has its own message, since users can act on it.
func unavailable(err error) error {
	response := minio.ToErrorResponse(err)
	if response.StatusCode == http.StatusInsufficientStorage || response.Code == "QuotaExceeded" || response.Code == "XMinioStorageFull" {
		return fault.Full(err)
	}
	return fmt.Errorf("%w: %w", blob.ErrUnavailable, err)
}

// explain says what is to be corrected so that the bucket can be used.
func explain(err error) error {
	switch response := minio.ToErrorResponse(err); response.Code {
	case "InvalidAccessKeyId", "XAdminUserNotFound": // the latter is versitygw's
		return errors.New("the service does not know the key")
	case "SignatureDoesNotMatch":
		return errors.New("the secret is not that of the key")
	case "AccessDenied", "Forbidden":
		return errors.New("the key may not use the bucket, or the secret is wrong")
	case minio.NoSuchBucket:
		return fmt.Errorf("there is no bucket %q", response.BucketName)
	case "AuthorizationHeaderMalformed", "PermanentRedirect", "IllegalLocationConstraintException":
		return fmt.Errorf("the bucket is in another region: %s", response.Message)
	case "RequestTimeTooSkewed":
		return errors.New("the clocks of this machine and of the service differ by more than it accepts: set them right")
	}
	return err
}
